import { createHmac, randomBytes } from 'node:crypto';

/** As Standard Webhooks writes a secret: `whsec_` and 24 to 64 bytes in base64. */
const prefix = 'whsec_';

export const createSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** The headers that prove a message, by each secret that is valid. `now` is the time of this try. */
export function signMessage(
  { id, body, now }: { id: string; body: string; now: Date },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
