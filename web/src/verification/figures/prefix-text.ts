/** The numbers of a prefix in the form of phone numbers, with dots for the last four digits. */
export function prefixText(prefix: string): string {
  const russian = /^7(\d{3})(\d{3})$/.exec(prefix);
  return russian === null ? `+${prefix}••••` : `+7 ${russian[1]} ${russian[2]}-••-••`;
}
