import type { FastifyReply } from 'fastify';
import type { Route } from '#contract/route.ts';
import { jsonSchema } from '#server/http/openapi.ts';

/**
 * Writes the answers of a route as JSON by its contract: a field that the contract does not name cannot leave the server. The
 * code for it is made for the first answer, because a start would need a quarter of a second to make that of all routes.
 */
export function serializer({ output }: Route) {
  let schema: Record<string, unknown> | undefined;
  return (reply: FastifyReply, answer: unknown): string => {
    schema ??= output ? jsonSchema(output, 'output') : { type: 'null' };
    return reply.serializeInput(answer as Record<string, unknown>, schema);
  };
}
