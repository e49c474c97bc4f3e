// Providers that write to phone numbers: the Telegram Gateway, the Cloud API of WhatsApp and the aggregator.
import type { PartnerScenario } from '@volley/simulator/providers/partner-rest/partner-scenario.ts';
import { gatewayToken, partnerAccount, whatsappAppSecret } from '@volley/simulator/providers/start-providers.ts';
import type { GatewayScenario } from '@volley/simulator/providers/telegram-gateway/gateway-scenario.ts';
import type { CloudScenario } from '@volley/simulator/providers/whatsapp-cloud/cloud-scenario.ts';
import type { Simulator } from '@volley/simulator/simulator.ts';
import type { AskSimulator } from './ask-simulator.ts';

export type GatewayCounters = {
  readonly checks: number;
  readonly sent: number;
  readonly repeated: number;
  readonly fees: number;
  readonly refunds: number;
  readonly flooded: number;
  readonly failed: number;
  readonly answersLost: number;
  readonly reportsAcked: number;
  readonly balance: number;
};

/** The Telegram Gateway. */
export type GatewayProvider = {
  readonly url: string;
  readonly token: string;
  counters(): Promise<GatewayCounters>;
  behave(change: Partial<GatewayScenario>): Promise<void>;
  /** `origin`: replaces scheme, host and port of the addresses for reports. */
  change(account: { readonly origin?: string; readonly balance?: number }): Promise<void>;
};

type WhatsappCounters = {
  readonly sent: number;
  readonly refused: number;
  readonly throttled: number;
  readonly answersLost: number;
  readonly statusesSent: number;
  readonly statusesAcked: number;
  readonly uploads: number;
};

export type WhatsappTemplate = {
  readonly name: string;
  readonly language: string;
  readonly category: 'AUTHENTICATION' | 'UTILITY' | 'MARKETING';
  readonly variables: number;
  /** Absent: APPROVED. */
  readonly status?: string;
  readonly reason?: string;
  /** A webhook reports the change. */
  readonly reported?: boolean;
};

/** The Cloud API of WhatsApp. */
export type WhatsappProvider = {
  readonly url: string;
  readonly appSecret: string;
  counters(): Promise<WhatsappCounters>;
  behave(change: Partial<CloudScenario>): Promise<void>;
  /** The code with which messages of the business number are refused; 0: none. */
  closeNumber(phoneNumberId: string, closedBy: number): Promise<void>;
  revoke(token: string, revoked: boolean): Promise<void>;
  template(template: WhatsappTemplate): Promise<void>;
  /** The address of webhooks, before `/whatsapp`. */
  callAt(url: string): Promise<void>;
  /** A person writes to the business number. */
  write(phoneNumberId: string, from: string, text: string): Promise<void>;
};

type PartnerCounters = {
  readonly calls: number;
  readonly taken: number;
  readonly repeated: number;
  readonly throttled: number;
  readonly answersLost: number;
  readonly reportsSent: number;
  readonly reportsAcked: number;
};

/** The aggregator of VIBER, VK and MAX by number. */
export type PartnerProvider = {
  readonly url: string;
  readonly account: typeof partnerAccount;
  counters(): Promise<PartnerCounters>;
  behave(change: Partial<PartnerScenario>): Promise<void>;
  /** Replaces scheme, host and port of the addresses for reports. */
  callAt(origin: string): Promise<void>;
};

export type NumberProviders = {
  readonly gateway: GatewayProvider;
  readonly whatsapp: WhatsappProvider;
  readonly partner: PartnerProvider;
};

export function numberProviders(simulator: Simulator, ask: AskSimulator): NumberProviders {
  return {
    gateway: {
      url: simulator.gatewayUrl,
      token: gatewayToken,
      counters: async () => (await ask<{ gateway: GatewayCounters }>('/counters')).gateway,
      behave: async (change) => void (await ask('/gateway/scenario', change)),
      change: async (account) => void (await ask('/gateway/account', account)),
    },
    whatsapp: {
      url: simulator.whatsappUrl,
      appSecret: whatsappAppSecret,
      counters: async () => (await ask<{ whatsapp: WhatsappCounters }>('/counters')).whatsapp,
      behave: async (change) => void (await ask('/whatsapp/scenario', change)),
      closeNumber: async (phoneNumberId, closedBy) =>
        void (await ask('/whatsapp/accounts', { phoneNumberId, closedBy })),
      revoke: async (token, revoked) => void (await ask('/whatsapp/accounts', { token, revoked })),
      template: async (template) => void (await ask('/whatsapp/templates', template)),
      callAt: async (url) => void (await ask('/whatsapp/hooks', { url })),
      write: async (phoneNumberId, from, text) => void (await ask('/whatsapp/write', { phoneNumberId, from, text })),
    },
    partner: {
      url: simulator.partnerUrl,
      account: partnerAccount,
      counters: async () => (await ask<{ partner: PartnerCounters }>('/counters')).partner,
      behave: async (change) => void (await ask('/partner/scenario', change)),
      callAt: async (origin) => void (await ask('/partner/reports', { origin })),
    },
  };
}
