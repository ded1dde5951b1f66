import { type Against, type HistoryFields, fieldText } from '#web/history/history-panel-fields.ts';
import classes from '#web/history/history-panel.module.css';
import { same } from '#web/lib/fields.ts';
import { WordDiff } from '#web/ui/word-diff.tsx';

type Values = Record<string, unknown>;

type ComparisonProps = {
  fields: HistoryFields;
  data: Values;
  other: { value: Against; data: Values } | undefined;
};

/** The fields of a version; of those that differ both texts, the older one first, their differing words marked. */
export function Comparison({ fields, data, other }: ComparisonProps) {
  return (
    <dl className={classes.fields}>
      {Object.entries(fields).map(([name, field]) => {
        const text = fieldText(field, data[name]);
        if (!other || same(data[name], other.data[name])) {
          return (
            <div key={name}>
              <dt className={classes.label}>{field.label}</dt>
              <dd className={classes.text}>{text}</dd>
            </div>
          );
        }
        const otherText = fieldText(field, other.data[name]);
        const own = { called: 'This version', text, compared: otherText };
        const sides =
          other.value === 'now'
            ? [own, { called: 'Now', text: otherText, compared: text }]
            : [{ called: 'The one before', text: otherText, compared: text }, own];
        return (
          <div key={name}>
            <dt className={classes.label}>{field.label}</dt>
            {sides.map((side) => (
              <dd key={side.called} className={classes.side}>
                <span className={classes.called}>{side.called}</span>
                <span className={classes.text}>
                  <WordDiff text={side.text} other={side.compared} />
                </span>
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}
