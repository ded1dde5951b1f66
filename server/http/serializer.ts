import type { FastifyReply } from 'fastify';
import type { Route } from '#contract/route.ts';
import { jsonSchema } from '#server/http/openapi.ts';

/**
 * Writes the responses of a route as JSON by its contract: a field that the contract does not name cannot leave the
 * server. Its code is generated for the first response, because generating it for all routes would add a quarter of a
 * second to a start.
 */
export function serializer({ output }: Route) {
  let schema: Record<string, unknown> | undefined;
  return (reply: FastifyReply, answer: unknown): string => {
    schema ??= output ? jsonSchema(output, 'output') : { type: 'null' };
    return reply.serializeInput(answer as Record<string, unknown>, schema);
  };
}
