// The notes of a release: its section of the changelog. A release candidate has the section "Unreleased".

export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const wanted = version.includes('-') ? 'Unreleased' : version;
  const found = sections.find((section) => section.split('\n', 1)[0]?.trim().startsWith(wanted));
  if (found === undefined) throw new Error(`CHANGELOG.md has no section ${wanted}`);
  const text = found.slice(found.indexOf('\n')).trim();
  if (text === '') throw new Error(`the section ${wanted} of CHANGELOG.md is empty`);
  return `# Volley ${version}\n\n${text}\n`;
}
