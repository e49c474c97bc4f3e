// A page of a list that is made of groups of known size, one group after the other. Groups before the page are skipped
// by their size, so that only rows of the group in which the page begins are read and passed over.

export type ListPart<Group> = { readonly group: Group; readonly offset: number; readonly limit: number };

export function listParts<Group extends { readonly count: number }>(
  groups: readonly Group[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ListPart<Group>[] {
  const parts: ListPart<Group>[] = [];
  let toSkip = offset;
  let wanted = limit;
  for (const group of groups) {
    const left = group.count - toSkip;
    if (left > 0 && wanted > 0) {
      const part = { group, offset: toSkip, limit: Math.min(left, wanted) };
      parts.push(part);
      wanted -= part.limit;
    }
    toSkip = Math.max(0, toSkip - group.count);
  }
  return parts;
}
