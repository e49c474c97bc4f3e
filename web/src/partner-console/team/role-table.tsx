import { Table, VisuallyHidden } from '@mantine/core';
import type { PartnerRight } from '@volley/domain/people/partner-role.ts';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { CheckSign } from '../../shell/icons.tsx';
import { roleText } from '../../shell/role-text.ts';
import type { TextId } from '../../texts/text-id.ts';
import type { TeamReply } from './team-reply.ts';

/** Rights in words; one line may cover two rights that go together. */
const LINES: readonly { readonly right: PartnerRight; readonly text: TextId }[] = [
  { right: 'overview.read', text: 'team.right.look' },
  { right: 'numbers.read', text: 'team.right.numbers' },
  { right: 'dispatches.write', text: 'team.right.dispatches' },
  { right: 'senders.write', text: 'team.right.senders' },
  { right: 'blacklist.write', text: 'team.right.blacklist' },
  { right: 'companies.write', text: 'team.right.companies' },
  { right: 'money.read', text: 'team.right.money' },
  { right: 'keys.write', text: 'team.right.keys' },
  { right: 'callbacks.replay', text: 'team.right.callbacks' },
  { right: 'inbound.write', text: 'team.right.inbound' },
  { right: 'verification', text: 'team.right.verification' },
  { right: 'audit.read', text: 'team.right.audit' },
  { right: 'team.write', text: 'team.right.team' },
];

/** Rights of each role, from the server. */
export function RoleTable({ roles }: { readonly roles: TeamReply['roles'] }) {
  const t = useText();
  return (
    <Section title={t('team.roles')} flush>
      <div role="region" aria-label={t('team.roles')} tabIndex={0} style={{ overflowX: 'auto', position: 'relative' }}>
        <Table aria-label={t('team.roles')} miw={760}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th fz="xs" c="dimmed">
                {t('team.roles.what')}
              </Table.Th>
              {roles.map(({ role }) => (
                <Table.Th key={role} ta="center" fz="xs" c="dimmed">
                  {t(roleText(role))}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {LINES.map(({ right, text }) => (
              <Table.Tr key={right}>
                <Table.Th scope="row" fw={400}>
                  {t(text)}
                </Table.Th>
                {roles.map(({ role, rights }) => (
                  <Table.Td key={role} ta="center">
                    <Mark isSo={rights.includes(right)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Section>
  );
}

function Mark({ isSo }: { readonly isSo: boolean }) {
  const t = useText();
  return (
    <>
      {isSo ? <CheckSign size={16} /> : <span aria-hidden="true">—</span>}
      <VisuallyHidden>{t(isSo ? 'team.yes' : 'team.no')}</VisuallyHidden>
    </>
  );
}
