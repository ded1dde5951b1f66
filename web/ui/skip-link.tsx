import classes from '#web/ui/skip-link.module.css';

/** The first Tab stop: a link past the header to the main part. `target` is the id of the main part. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a className={classes.link} href={`#${target}`}>
      Skip to content
    </a>
  );
}
