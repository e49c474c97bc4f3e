import { Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../kit/copy-button.tsx';
import { confirmAction } from '../../kit/dialog/confirm-action.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';
import { ActiveBadge } from '../active-badge.tsx';
import { type Profile, useCompany, useGo, useOwner, withRefresh } from '../owner.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import { formOfProfile, newProfileForm, type ProfileBody } from './profile-form.ts';

export function NewProfilePage() {
  const t = useText();
  const notice = useNotice();
  const go = useGo();
  const { side, root, createProfile, CompanyField } = useOwner();
  const [company, setCompany] = useState(useCompany());
  const save = async (body: ProfileBody) => {
    if (company === undefined) return;
    const { gatewayId } = await withRefresh(side, () => createProfile({ ...body, companyId: company }));
    notice.done(t('verification.profiles.created', { name: body.name }));
    await go.to(`/profiles/${gatewayId}`);
  };
  return (
    <Page
      title={t('verification.profiles.new')}
      back={{ to: `${root}/profiles`, label: t('verification.profiles.title') }}
    >
      <ProfileEditor
        start={newProfileForm(t('verification.text.new', { mark: '{code}' }))}
        head={<CompanyField value={company} onChange={setCompany} required />}
        isReady={company !== undefined}
        onSave={save}
      />
    </Page>
  );
}

export function ProfilePage() {
  const t = useText();
  const { root, useProfiles } = useOwner();
  const { id } = useParams({ strict: false }) as { id: string }; // the route has it
  const { data, error, refetch } = useProfiles(undefined);
  const back = { to: `${root}/profiles`, label: t('verification.profiles.title') };
  const profile = data?.items.find(({ gatewayId }) => gatewayId === id);
  if (profile !== undefined) return <Loaded key={id} profile={profile} back={back} />;
  return (
    <Page title={t('verification.profile')} back={back}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <EmptyState title={t('verification.profiles.unknown', { id })} />}
    </Page>
  );
}

type LoadedProps = { readonly profile: Profile; readonly back: { readonly to: string; readonly label: string } };

function Loaded({ profile, back }: LoadedProps) {
  const t = useText();
  const notice = useNotice();
  const { side, changeProfile, useMayWrite } = useOwner();
  const { gatewayId, name, status, companyName } = profile;
  const save = async (body: ProfileBody) => {
    await withRefresh(side, () => changeProfile(gatewayId, body));
    notice.done(t('verification.saved', { name: body.name }));
  };
  return (
    <Page
      title={name}
      badge={<ActiveBadge status={status} />}
      back={back}
      actions={useMayWrite() && <StatusButton profile={profile} />}
      lead={
        <Group gap="xs" fz="sm" c="dimmed">
          {companyName} · {t('verification.gatewayId')} <CopyButton value={gatewayId} />
        </Group>
      }
    >
      <ProfileEditor start={formOfProfile(profile)} gatewayId={gatewayId} isReady={useMayWrite()} onSave={save} />
    </Page>
  );
}

function StatusButton({ profile: { gatewayId, name, status } }: { readonly profile: Profile }) {
  const t = useText();
  const notice = useNotice();
  const { side, changeProfile } = useOwner();
  const next = status === 'ACTIVE' ? 'DISABLED' : 'ACTIVE';
  const change = async () => {
    const confirmed = await confirmAction({
      title: t(`verification.profiles.${next}.title`, { name }),
      effect: t(`verification.profiles.${next}.effect`),
      confirm: t(`verification.act.${next}`),
      cancel: t('verification.cancel'),
      danger: next === 'DISABLED',
    });
    if (!confirmed) return;
    try {
      await withRefresh(side, () => changeProfile(gatewayId, { status: next }));
    } catch (error) {
      notice.failed(error);
    }
  };
  return (
    <Button variant="default" onClick={() => void change()}>
      {t(`verification.act.${next}`)}
    </Button>
  );
}
