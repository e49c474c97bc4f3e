import { Button, Menu } from '@mantine/core';
import { useCapability } from '../../api/session.ts';
import { useText } from '../../kit/text.tsx';
import { VERDICT_TEXT } from '../parts/sender-status.tsx';
import type { Card } from './card.ts';
import { useDecide } from './decide.tsx';

/** Offers only allowed decisions. */
export function MoveMenu({ card }: { readonly card: Card }) {
  const t = useText();
  const decide = useDecide();
  const mayJudge = useCapability('senders.moderate');
  if (!mayJudge || card.moves.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          mih={24}
          aria-label={t('backOffice.review.moveName', { name: card.senderName })}
        >
          {t('backOffice.review.move')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {card.moves.map((status) => (
          <Menu.Item key={status} onClick={() => void decide([card], status)}>
            {t(VERDICT_TEXT[status])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
