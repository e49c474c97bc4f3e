// vk-io, an independent client of the VK API, at the simulated one.
import { Agent } from 'node:http';
import type { Agent as TlsAgent } from 'node:https';
import { API } from 'vk-io';
import type { Simulator } from '../simulator.ts';

export const vkClient = ({ vkBotUrl }: Simulator, token: string): API =>
  new API({
    token,
    apiBaseUrl: `${vkBotUrl}/method`,
    apiLimit: 1_000,
    apiRetryLimit: 0,
    // Its type demands https; the simulator has no TLS.
    agent: new Agent() as TlsAgent,
  });
