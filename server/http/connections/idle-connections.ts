import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes a server's `closeIdleConnections`, which its `close` also calls, close only connections that have had a
 * response and wait for another request. From version 26.4 on, Node also closes connections whose first request has not
 * been read yet: new clients could not connect while few connections are left, and calls in transit would be lost when
 * the server stops.
 */
export function keepNewConnections(server: Server) {
  const unanswered = new Map<Socket, number>();
  /** Idle connections, with the bytes that were read from them until their last response. */
  const idle = new Map<Socket, number>();

  server.on('connection', (socket: Socket) => socket.once('close', () => idle.delete(socket)));
  server.on('request', ({ socket }, response) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
    idle.delete(socket);
    response.once('close', () => {
      const others = (unanswered.get(socket) ?? 0) - 1;
      if (others > 0) {
        unanswered.set(socket, others);
        return;
      }
      unanswered.delete(socket);
      if (!socket.destroyed) idle.set(socket, socket.bytesRead);
    });
  });
  server.closeIdleConnections = () => {
    for (const [socket, read] of idle) if (socket.bytesRead === read) socket.destroy();
  };
}
