import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';

export function Overview() {
  const t = useText();
  return <Page title={t('shell.nav.overview')}>{null}</Page>;
}
