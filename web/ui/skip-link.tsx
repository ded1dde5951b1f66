import classes from '#web/ui/skip-link.module.css';

/** The first thing the Tab key reaches: past the header to the work. `target` is the id of the main part. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a className={classes.link} href={`#${target}`}>
      Skip to content
    </a>
  );
}
