import { ModalsProvider, modals } from '@mantine/modals';
import { useEffect } from 'react';
import { useText } from '../text.tsx';

export function DialogHost({ onReady }: { readonly onReady: (dialogs: typeof modals) => void }) {
  const t = useText();
  useEffect(() => onReady(modals), [onReady]);
  return <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': t('kit.close') } }}>{null}</ModalsProvider>;
}
