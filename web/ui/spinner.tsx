import classes from '#web/ui/spinner.module.css';

/** A rotating ring in the colour of the text beside it. The text describes the operation. */
export function Spinner() {
  return <span className={classes.spinner} aria-hidden="true" />;
}
