import { List, Text } from '@mantine/core';
import { operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import type { MessageCard } from './message-card.ts';

type Reason = NonNullable<MessageCard['reason']>;

/** The choice of the sender name and the tariff, step by step. */
export function MessageReason({ card, reason }: { readonly card: MessageCard; readonly reason: Reason }) {
  const t = useText();
  return (
    <Section title={t('messages.why')}>
      <List type="ordered" size="sm" spacing={6}>
        <List.Item>{numberSentence(t, reason)}</List.Item>
        <List.Item>{senderSentence(t, card, reason)}</List.Item>
        <List.Item>
          {t(reason.templateId === null ? 'messages.why.promo' : 'messages.why.template', {
            traffic: t(`kit.traffic.${reason.trafficType}`).toLowerCase(),
            template: String(reason.templateId ?? ''),
          })}
          {isOverruled(reason) &&
            ` ${t('messages.why.claimed', {
              traffic: t(`kit.traffic.${reason.claimedTrafficType}`).toLowerCase(),
            })}`}
        </List.Item>
      </List>
      {reason.candidates.length > 1 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('messages.why.candidates', {
            names: reason.candidates
              .map(
                ({ senderName, brand, isChosen }) => `${senderName} (${operatorName(t, brand)})${isChosen ? ' ✓' : ''}`,
              )
              .join(', '),
          })}
        </Text>
      )}
    </Section>
  );
}

type Overruled = Reason & { readonly claimedTrafficType: NonNullable<Reason['claimedTrafficType']> };

/** The account named another type than the text has. */
function isOverruled(reason: Reason): reason is Overruled {
  return reason.claimedTrafficType !== null && reason.claimedTrafficType !== reason.trafficType;
}

function numberSentence(t: Say, { numberFoundBy, numberOperator, region, timezone }: Reason): string {
  const operator = operatorName(t, numberOperator);
  const place = [region, timezone].filter((one) => one !== null).join(', ');
  const found = t(`messages.why.${numberFoundBy}`, { operator });
  return place === '' ? found : `${found} ${t('messages.why.place', { place })}`;
}

function senderSentence(t: Say, { senderName }: MessageCard, { match, senderBrand, tariffOperator }: Reason): string {
  return t(`messages.why.match.${match}`, {
    name: senderName,
    operator: operatorName(t, senderBrand),
    host: operatorName(t, tariffOperator),
  });
}
