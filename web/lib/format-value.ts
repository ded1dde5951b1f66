import { dateTime } from '#web/lib/dates.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** A field's JSON value as text on screen: texts as they are, `Yes`, `12,500.5`, `English, Hausa`. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return instant.test(value) ? dateTime(value) : value;
  if (typeof value === 'number') return number.format(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || typeof value !== 'object') return 'None';
  const parts = Array.isArray(value)
    ? value.map(formatValue)
    : Object.entries(value).map(([name, part]) => `${name}: ${formatValue(part)}`);
  if (parts.length === 0) return 'None';
  // The items are joined in one line. If they contain commas, each goes on its own line.
  return parts.join(parts.some((part) => /[,:\n]/.test(part)) ? '\n' : ', ');
}
