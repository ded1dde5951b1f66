/** The server's message for a field. */
export type ServerError = { path: string; message: string };

/**
 * Splits the server's errors into those of this form's fields and the rest, which belong to the whole form. Only the
 * first error of a field counts; an error inside a field (`citations.3`) belongs to that field.
 */
export function splitFieldErrors(errors: readonly ServerError[], fields: readonly string[]) {
  const ofFields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) rest.push(message);
    else ofFields[field] ??= message;
  }
  return { ofFields, rest };
}
