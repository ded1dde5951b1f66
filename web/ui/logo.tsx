import classes from '#web/ui/logo.module.css';

/** The mark: a ring with a gap and a dot in it, a cycle and a day. Decoration; the name stands beside it. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M15.48 3.38A9.3 9.3 0 1 0 20.62 8.52" className={classes.ring} />
      <circle cx="19.8" cy="4.2" r="3.1" className={classes.dot} />
    </svg>
  );
}

/** The mark and the name, as they stand in the header and over the sign-in form. */
export function Wordmark() {
  return (
    <span className={classes.word}>
      <Logo />
      Awa Desk
    </span>
  );
}
