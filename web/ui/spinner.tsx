import classes from '#web/ui/spinner.module.css';

/** A turning ring in the colour of the text beside it. The text says what is going on. */
export function Spinner() {
  return <span className={classes.spinner} aria-hidden="true" />;
}
