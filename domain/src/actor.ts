// On whose behalf a use case runs. Everything a use case reads or writes is limited to what the actor owns.

export type Actor = { kind: 'partner'; partnerId: number; currency: string };
