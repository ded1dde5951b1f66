import classes from '#web/ui/skip-link.module.css';

/** A link past the header to the main part, which the Tab key reaches first. `target` is the id of the main part. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a className={classes.link} href={`#${target}`}>
      Skip to content
    </a>
  );
}
