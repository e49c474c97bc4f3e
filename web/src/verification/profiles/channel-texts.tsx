import { Button, Group, Menu, Stack, Text, Textarea } from '@mantine/core';
import { VERIFICATION_LANGUAGES, type VerificationLanguage } from '@volley/domain/verification/verification-channel.ts';
import { useText } from '../../kit/text.tsx';
import { type ChannelField, type ChannelForm, channelMistakes } from './profile-form.ts';
import { smsParts } from './sms-parts.ts';

type Props = {
  readonly channel: ChannelForm;
  readonly codeLength: number;
  readonly siteHost: string | undefined;
  readonly isStrict: boolean;
  readonly onChange: (part: Partial<ChannelForm>) => void;
};

/** The text of a channel, and texts in languages of their own. */
export function ChannelTexts({ channel, codeLength, siteHost, isStrict, onChange }: Props) {
  const t = useText();
  const { texts, text, channelType } = channel;
  const mistakes: readonly ChannelField[] = isStrict ? channelMistakes(channel) : [];
  const used = VERIFICATION_LANGUAGES.filter((language) => texts[language] !== undefined);
  const set = (language: VerificationLanguage, own: string) => onChange({ texts: { ...texts, [language]: own } });
  const remove = (language: VerificationLanguage) =>
    onChange({ texts: Object.fromEntries(Object.entries(texts).filter(([known]) => known !== language)) });
  const counted = { isSms: channelType === 'SMS', codeLength, siteHost };
  return (
    <Stack gap="xs">
      <CodeText
        label={t('verification.text')}
        value={text}
        isWrong={mistakes.includes('text')}
        onChange={(value) => onChange({ text: value })}
        {...counted}
      />
      {used.map((language) => (
        <Group key={language} align="flex-start" wrap="nowrap" gap="xs">
          <CodeText
            label={t('verification.text.in', { language: t(`verification.language.${language}`) })}
            value={texts[language] ?? ''}
            isWrong={mistakes.includes(language)}
            onChange={(value) => set(language, value)}
            {...counted}
          />
          <Button
            mt={24}
            variant="subtle"
            size="compact-sm"
            onClick={() => remove(language)}
            aria-label={t('verification.text.remove', { language: t(`verification.language.${language}`) })}
          >
            ✕
          </Button>
        </Group>
      ))}
      <AddLanguage used={used} onAdd={(language) => set(language, text)} />
    </Stack>
  );
}

type AddProps = {
  readonly used: readonly VerificationLanguage[];
  readonly onAdd: (language: VerificationLanguage) => void;
};

function AddLanguage({ used, onAdd }: AddProps) {
  const t = useText();
  const free = VERIFICATION_LANGUAGES.filter((language) => !used.includes(language));
  if (free.length === 0) return null;
  return (
    <Group>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm">
            {t('verification.text.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {free.map((language) => (
            <Menu.Item key={language} onClick={() => onAdd(language)}>
              {t(`verification.language.${language}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

type TextProps = Pick<Props, 'codeLength' | 'siteHost'> & {
  readonly label: string;
  readonly value: string;
  readonly isSms: boolean;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
};

function CodeText({ label, value, isSms, isWrong, codeLength, siteHost, onChange }: TextProps) {
  const t = useText();
  return (
    <Stack gap={2} flex={1}>
      <Textarea
        label={label}
        required
        autosize
        minRows={1}
        maxRows={6}
        maxLength={4_096}
        value={value}
        error={isWrong ? t('verification.text.wrong', { mark: '{code}' }) : null}
        onChange={({ currentTarget: { value: next } }) => onChange(next)}
      />
      {isSms && <Parts text={value} codeLength={codeLength} siteHost={siteHost} />}
    </Stack>
  );
}

function Parts({ text, codeLength, siteHost }: { text: string; codeLength: number; siteHost: string | undefined }) {
  const t = useText();
  const { parts, characters, encoding, boundParts } = smsParts(text, codeLength, siteHost);
  const isDearer = boundParts !== undefined && boundParts > parts;
  return (
    <Text size="xs" c="dimmed" data-parts={boundParts ?? parts}>
      {t('verification.parts', { parts, characters, encoding })}
      {boundParts !== undefined && siteHost !== undefined && (
        <Text span inherit {...(isDearer && { c: 'var(--tone-warn-text)', fw: 600 })}>
          {' · '}
          {t('verification.parts.bound', { parts: boundParts, site: siteHost })}
        </Text>
      )}
    </Text>
  );
}
