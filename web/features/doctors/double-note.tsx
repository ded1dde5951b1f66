import { IconAlertCircle } from '@tabler/icons-react';
import { type Doctor, withTitle } from '#contract/doctors.ts';
import classes from '#web/features/doctors/double-note.module.css';
import { formatInteger } from '#web/lib/numbers.ts';

/** The most doctors that are named. */
const maxNamed = 2;

type DoubleNoteProps = {
  /** `the same name`, `the same number` */
  what: string;
  doctors: readonly Doctor[];
};

/** Says that other doctors may be the same person. Saving is possible all the same. */
export const DoubleNote = ({ what, doctors }: DoubleNoteProps) => (
  <span role="status" className={classes.note}>
    {doctors.length > 0 && (
      <>
        <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
        <span>{`${doublesInWords(doctors)} ${doctors.length === 1 ? 'has' : 'have'} ${what}. You can save it all the same.`}</span>
      </>
    )}
  </span>
);

/** `Dr. Ada Obi (Midwifery, Yaba)`, `Dr. Ada Obi and 2 more` */
function doublesInWords(doctors: readonly Doctor[]) {
  const named = doctors.slice(0, maxNamed).map(({ name, specialty, location }) => {
    const where = [specialty, location].filter(Boolean).join(', ');
    return `${withTitle(name)} (${where})`;
  });
  const rest = doctors.length - named.length;
  if (rest === 0) return named.join(' and ');
  return `${named.join(', ')} and ${formatInteger(rest)} more`;
}
