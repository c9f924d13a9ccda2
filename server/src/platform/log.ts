export type { FastifyBaseLogger as Log } from 'fastify';
