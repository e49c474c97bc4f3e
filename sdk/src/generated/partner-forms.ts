// Written by `npm run openapi` from the contract and sdk/src/method-table.ts. Do not edit.
import type { FormTable } from '../checks/form.ts';

export const PARTNER_FORMS: FormTable = {
  methods: {
    auth: {
      issueToken: { body: { ref: 'Credentials' } },
    },
    companies: {
      create: {
        body: {
          type: 'object',
          properties: {
            company: { ref: 'CompanyDraft' },
            budget: { type: ['number', 'null'], minimum: 0, maximum: 999999999.99 },
          },
          required: ['company'],
        },
      },
      list: {
        query: {
          type: 'object',
          properties: {
            page: { type: 'integer', minimum: 1, maximum: 2147483647 },
            per_page: { type: 'integer', minimum: 1, maximum: 1000 },
          },
          optional: true,
        },
      },
      get: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      update: { id: { type: 'integer', minimum: 1, maximum: 2147483647 }, body: { ref: 'CompanyChange' } },
    },
    documents: {
      upload: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      list: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      download: {
        id: { type: 'integer', minimum: 1, maximum: 2147483647 },
        documentId: { type: 'string', format: 'uuid' },
      },
      delete: {
        id: { type: 'integer', minimum: 1, maximum: 2147483647 },
        documentId: { type: 'string', format: 'uuid' },
      },
    },
    callbackSecrets: {
      list: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      create: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
    },
    senders: {
      create: { body: { ref: 'SenderDraft' } },
      list: {
        query: {
          type: 'object',
          properties: {
            companyId: { type: 'integer', minimum: 1, maximum: 2147483647 },
            brand: {
              type: 'array',
              maxItems: 50,
              items: { enum: ['MTS', 'BEELINE', 'MEGAFON', 'TELE2'] },
              listed: 'commas',
            },
            commonType: {
              type: 'array',
              maxItems: 50,
              items: { enum: ['PROMO', 'COMMON', 'MULTISIGNATURE', 'INTERNATIONAL_VERIFY', 'INTERNATIONAL_COMMON'] },
              listed: 'commas',
            },
            status: {
              type: 'array',
              maxItems: 50,
              items: {
                enum: [
                  'DRAFT',
                  'PRE_REVIEW',
                  'INTERNAL_REVIEW',
                  'EXTERNAL_REVIEW',
                  'AWAITING',
                  'APPROVED',
                  'REJECTED',
                  'DENIED',
                  'CLOSED',
                ],
              },
              listed: 'commas',
            },
            channelType: {
              type: 'array',
              maxItems: 50,
              items: {
                enum: [
                  'SMS',
                  'VIBER',
                  'WHATSAPP',
                  'VK',
                  'TELEGRAM',
                  'FLASHCALL',
                  'VOICECODE',
                  'TEXT_TO_SPEECH',
                  'WEASY',
                  'PUSH',
                  'MAX',
                ],
              },
              listed: 'commas',
            },
            countryCode: {
              type: 'array',
              maxItems: 50,
              items: {
                type: 'string',
                pattern: '^[A-Z]{2}$',
                words: 'must be a country code: two capital letters, ISO 3166',
              },
              listed: 'commas',
            },
          },
          required: ['companyId'],
        },
      },
      get: {
        id: { type: 'integer', minimum: 1, maximum: 2147483647 },
        query: {
          type: 'object',
          properties: { companyId: { type: 'integer', minimum: 1, maximum: 2147483647 } },
          optional: true,
        },
      },
      update: { id: { type: 'integer', minimum: 1, maximum: 2147483647 }, body: { ref: 'SenderChange' } },
      suspend: {
        id: { type: 'integer', minimum: 1, maximum: 2147483647 },
        body: { type: 'object', properties: { reason: { type: 'string', maxLength: 500 } }, optional: true },
      },
      unsuspend: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
    },
    dispatches: {
      create: { body: { ref: 'DispatchDraft' } },
      estimate: { body: { ref: 'DispatchDraft' } },
      appendMessages: { id: { type: 'integer', minimum: 1, maximum: 2147483647 }, body: { ref: 'MoreRecipients' } },
      start: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      stop: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      delete: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      list: {
        query: {
          type: 'object',
          properties: {
            companyId: { type: 'integer', minimum: 1, maximum: 2147483647 },
            status: { enum: ['CREATED', 'STARTED', 'STOPPED', 'COMPLETED'] },
            page: { type: 'integer', minimum: 1, maximum: 2147483647 },
            perPage: { type: 'integer', minimum: 1, maximum: 1000 },
          },
          required: ['companyId'],
        },
      },
      get: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } },
      listRejected: {
        id: { type: 'integer', minimum: 1, maximum: 2147483647 },
        query: {
          type: 'object',
          properties: {
            page: { type: 'integer', minimum: 1, maximum: 2147483647 },
            perPage: { type: 'integer', minimum: 1, maximum: 1000 },
          },
          optional: true,
        },
      },
    },
    messages: {
      list: {
        query: {
          type: 'object',
          properties: {
            dispatchId: { type: 'integer', minimum: 1, maximum: 2147483647 },
            companyId: { type: 'integer', minimum: 1, maximum: 2147483647 },
            status: { enum: ['CREATED', 'SENT', 'DELIVERED', 'FAILED'] },
            destination: { type: 'string', minLength: 1, maxLength: 64 },
            from: { type: 'string', format: 'date-time' },
            to: { type: 'string', format: 'date-time' },
            updatedSince: { type: 'string', minLength: 1, maxLength: 200 },
            page: { type: 'integer', minimum: 1, maximum: 2147483647 },
            perPage: { type: 'integer', minimum: 1, maximum: 1000 },
          },
          optional: true,
        },
      },
      get: { messageUuid: { type: 'string', format: 'uuid' } },
    },
    blacklist: {
      list: {
        query: {
          type: 'object',
          properties: {
            companyId: { type: 'integer', minimum: 1, maximum: 2147483647 },
            page: { type: 'integer', minimum: 1, maximum: 2147483647 },
            perPage: { type: 'integer', minimum: 1, maximum: 1000 },
          },
          required: ['companyId'],
        },
      },
      put: { body: { ref: 'BlacklistChange' } },
    },
    prices: {
      tariffs: {
        query: {
          type: 'object',
          properties: {
            senderType: { enum: ['COMMON', 'START', 'PRO'] },
            brand: { type: 'string', maxLength: 64 },
            trafficType: { enum: ['PROMO', 'SERVICE', 'TRANSACT', 'AUTHORIZE'] },
            pricingModel: { enum: ['FIXED', 'SCALED', 'MAU'] },
            countryCode: { type: 'string', pattern: '^([A-Z]{2}|\\*)$' },
          },
          optional: true,
        },
      },
      senderFees: {},
    },
  },
  named: {
    BlacklistChange: {
      type: 'object',
      properties: {
        companyId: { type: 'integer', minimum: 1, maximum: 2147483647 },
        msisdn: { type: 'string', minLength: 1, maxLength: 64 },
        msisdns: {
          type: 'array',
          minItems: 1,
          maxItems: 10000,
          items: { type: 'string', minLength: 1, maxLength: 64 },
        },
        blacklist: { type: 'boolean' },
        comment: { type: 'string', maxLength: 500 },
      },
      required: ['companyId', 'blacklist'],
    },
    CompanyChange: {
      type: 'object',
      properties: {
        budget: { type: ['number', 'null'], minimum: 0, maximum: 999999999.99 },
        status: { enum: ['ACTIVE', 'DISABLED'] },
        name: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S', words: 'must not be blank' },
        actualAddress: { type: 'string', maxLength: 1000 },
        routeWaits: { ref: 'RouteWaits' },
      },
    },
    CompanyDraft: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S', words: 'must not be blank' },
        counteragentType: { enum: ['LEGAL', 'INDIVIDUAL'] },
        counteragentInn: {
          type: 'string',
          pattern: '^(\\d{10}|\\d{12})$',
          words: 'must be 10 digits for LEGAL, 12 digits for INDIVIDUAL',
        },
        counteragentAddress: { type: 'string', maxLength: 1000 },
        counteragentKpp: {
          type: 'string',
          pattern: '^\\d{4}[0-9A-Z]{2}\\d{3}$',
          words: 'must be 9 characters for LEGAL: 4 digits, 2 digits or capital letters, 3 digits',
        },
      },
      required: ['name', 'counteragentType', 'counteragentInn'],
    },
    Credentials: {
      type: 'object',
      properties: {
        login: { type: 'string', minLength: 1, maxLength: 255 },
        password: { type: 'string', minLength: 1, maxLength: 1024 },
      },
      required: ['login', 'password'],
    },
    DispatchDraft: {
      type: 'object',
      properties: {
        companyId: { type: 'integer', minimum: 1, maximum: 2147483647 },
        name: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S', words: 'must not be blank' },
        senderIds: {
          type: 'array',
          minItems: 1,
          maxItems: 20,
          uniqueItems: true,
          items: { type: 'integer', minimum: 1, maximum: 2147483647 },
        },
        channelType: {
          enum: [
            'SMS',
            'VIBER',
            'WHATSAPP',
            'VK',
            'TELEGRAM',
            'FLASHCALL',
            'VOICECODE',
            'TEXT_TO_SPEECH',
            'WEASY',
            'PUSH',
            'MAX',
          ],
        },
        text: { type: 'string', minLength: 1, maxLength: 1600, pattern: '\\S', words: 'must not be blank' },
        messages: { type: 'array', minItems: 1, maxItems: 10000, items: { ref: 'Recipient' } },
        schedule: { ref: 'Schedule' },
        callbackUrl: { type: 'string', maxLength: 2048, format: 'callback-url' },
        callbackEvents: { type: 'array', maxItems: 10, items: { enum: ['delivered', 'sent', 'failed'] } },
      },
      required: ['companyId', 'name', 'senderIds', 'channelType', 'text', 'messages'],
    },
    MoreRecipients: {
      type: 'object',
      properties: { messages: { type: 'array', minItems: 1, maxItems: 10000, items: { ref: 'Recipient' } } },
      required: ['messages'],
    },
    Recipient: {
      type: 'object',
      properties: {
        destination: { type: 'string', maxLength: 64 },
        substitutions: { type: 'object', maxProperties: 100, values: { type: ['string', 'number', 'boolean'] } },
        customText: { type: 'string' },
      },
      required: ['destination'],
    },
    RouteWaits: {
      type: 'object',
      properties: {
        PROMO: { type: 'integer', minimum: 60, maximum: 604800 },
        SERVICE: { type: 'integer', minimum: 60, maximum: 604800 },
        TRANSACT: { type: 'integer', minimum: 60, maximum: 604800 },
        AUTHORIZE: { type: 'integer', minimum: 60, maximum: 604800 },
      },
    },
    Schedule: {
      type: 'object',
      properties: {
        startAt: { type: 'string', format: 'date-time' },
        hours: {
          type: 'array',
          minItems: 1,
          maxItems: 24,
          uniqueItems: true,
          items: { type: 'integer', minimum: 0, maximum: 23 },
        },
        days: {
          type: 'array',
          minItems: 1,
          maxItems: 7,
          uniqueItems: true,
          items: { type: 'integer', minimum: 1, maximum: 7 },
        },
      },
      required: ['startAt', 'hours', 'days'],
    },
    SenderChange: {
      type: 'object',
      properties: {
        senderName: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S', words: 'must not be blank' },
        commonType: { enum: ['PROMO', 'COMMON', 'MULTISIGNATURE', 'INTERNATIONAL_VERIFY', 'INTERNATIONAL_COMMON'] },
        dateFrom: { type: 'string', format: 'date-time' },
        dateTo: { type: ['string', 'null'], format: 'date-time' },
        documentIds: { type: 'array', maxItems: 100, items: { type: 'string', format: 'uuid' } },
      },
    },
    SenderDraft: {
      type: 'object',
      properties: {
        companyId: { type: 'integer', minimum: 1, maximum: 2147483647 },
        senderName: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S', words: 'must not be blank' },
        channelType: {
          enum: [
            'SMS',
            'VIBER',
            'WHATSAPP',
            'VK',
            'TELEGRAM',
            'FLASHCALL',
            'VOICECODE',
            'TEXT_TO_SPEECH',
            'WEASY',
            'PUSH',
            'MAX',
          ],
        },
        commonType: { enum: ['PROMO', 'COMMON', 'MULTISIGNATURE', 'INTERNATIONAL_VERIFY', 'INTERNATIONAL_COMMON'] },
        brand: { enum: ['MTS', 'BEELINE', 'MEGAFON', 'TELE2'] },
        dateFrom: { type: 'string', format: 'date-time' },
        countryId: { type: 'integer', minimum: 1, maximum: 2147483647 },
        description: { type: 'string', maxLength: 1000 },
        documentIds: { type: 'array', maxItems: 100, items: { type: 'string', format: 'uuid' } },
      },
      required: ['companyId', 'senderName', 'channelType', 'commonType', 'brand', 'dateFrom'],
    },
  },
};
