import classes from '#web/history/history-panel.module.css';
import { same } from '#web/lib/field-diff.ts';
import { fieldText, type FieldLabels } from '#web/lib/field-labels.ts';
import { WordDiff } from '#web/ui/word-diff.tsx';

type Values = Record<string, unknown>;

/** What a version is compared with. */
export type Against = 'now' | 'before';

const isEmpty = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0);
const empty = <span className={classes.note}>Empty</span>;

type ComparisonProps = {
  fields: FieldLabels;
  data: Values;
  other: { value: Against; data: Values } | undefined;
};

/**
 * The fields of a version. Those that differ come first, with both texts, the older one above, and their differing words
 * marked.
 */
export function Comparison({ fields, data, other }: ComparisonProps) {
  const differs = (name: string) => other !== undefined && !same(data[name], other.data[name]);
  const all = Object.entries(fields);
  return (
    <dl className={classes.fields}>
      {[...all.filter(([name]) => differs(name)), ...all.filter(([name]) => !differs(name))].map(([name, field]) => {
        const text = fieldText(field, data[name]);
        const { render } = field;
        if (!other || !differs(name)) {
          return (
            <div key={name}>
              <dt className={classes.label}>{field.label}</dt>
              <dd className={classes.text}>{isEmpty(data[name]) ? empty : render ? render(data[name]) : text}</dd>
            </div>
          );
        }
        const otherText = fieldText(field, other.data[name]);
        const own = { called: 'This version', value: data[name], text, compared: otherText };
        const theirs = { value: other.data[name], text: otherText, compared: text };
        const sides =
          other.value === 'now' ? [own, { called: 'Now', ...theirs }] : [{ called: 'The one before', ...theirs }, own];
        return (
          <div key={name}>
            <dt className={classes.label}>{field.label}</dt>
            {sides.map((side) => (
              <dd key={side.called} className={classes.side}>
                <span className={classes.called}>{side.called}</span>
                <span className={classes.text}>
                  {isEmpty(side.value) ? (
                    empty
                  ) : render ? (
                    render(side.value)
                  ) : (
                    <WordDiff text={side.text} other={side.compared} />
                  )}
                </span>
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}
