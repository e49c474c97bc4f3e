export type Judged = { readonly id: number; readonly senderName: string; readonly companyName: string };
