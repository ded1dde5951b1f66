import classes from '#web/rich-text/rich-text.module.css';

/** The class under which headings, lists, links … of a rich text look as they do in the app. */
export const richText = classes.text ?? '';

/** A rich text as the server keeps it, or as the editor makes it: both have nothing that could run. */
export const RichText = ({ html }: { html: string }) => (
  <div className={richText} dangerouslySetInnerHTML={{ __html: html }} />
);
