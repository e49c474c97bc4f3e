// The secret that proves calls about a bot. The messenger sends it with every call. It follows from the token of the
// bot, so it is stored nowhere, and a new token has a new secret.
import { createHmac } from 'node:crypto';

/** Hexadecimal, which every messenger allows. `messenger` separates it from other uses of the token. */
export const webhookSecret = (token: string, messenger: 'telegram' | 'max' | 'vk'): string =>
  createHmac('sha256', token).update(`volley ${messenger} webhook`).digest('hex');
