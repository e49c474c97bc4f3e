// Forms of calls, by the part of their path after the link.
import type { AccountHook, Hook } from './hook.ts';
import { maxHook } from './max-bot/hook.ts';
import { partnerHook } from './partner-rest/hook.ts';
import { botHook } from './telegram-bot/hook.ts';
import { gatewayHook } from './telegram-gateway/hook.ts';
import { vkHook } from './vk-bot/hook.ts';
import { volleyHook } from './volley-http/hook.ts';
import { whatsappHook } from './whatsapp-cloud/hook.ts';

export const HOOKS: Readonly<Record<string, Hook>> = {
  statuses: volleyHook,
  whatsapp: whatsappHook,
  gateway: gatewayHook,
  partner: partnerHook,
};

/** The path goes on with the id of the sender. */
export const ACCOUNT_HOOKS: Readonly<Record<string, AccountHook>> = { telegram: botHook, max: maxHook, vk: vkHook };
