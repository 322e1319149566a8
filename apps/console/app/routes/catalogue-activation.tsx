import { EVERY_PLATFORM } from '@oyna/domain/activation';
import { Button } from '@oyna/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page } from '../components/page.tsx';
import { readRules, useActivationFacts } from '../features/activation/activation-api.ts';
import { ActivationDialog } from '../features/activation/activation-dialog.tsx';
import { ActivationList } from '../features/activation/activation-list.tsx';
import { CatalogueTabs } from '../features/catalogue/catalogue-tabs.tsx';
import { useMay } from '../lib/session.tsx';
import { useTexts } from '../lib/texts.tsx';
import { useOpened } from '../lib/use-opened.ts';

/** Where keys can be activated. `?rule=` opens a rule. */
export default function Activation() {
  const t = useTexts('activation');
  const catalogue = useTexts('catalogue');
  const mayWrite = useMay()('content:write');
  const { countries } = useActivationFacts();
  const [parameters, setParameters] = useSearchParams();
  const [place, setPlace] = useState<{ platform: string; region: string }>();
  const { data } = useQuery({ queryKey: ['activation', 'facts'], queryFn: readRules });
  const opened = useOpened(data?.items, parameters.get('rule'));
  return (
    <Page
      title={catalogue('title')}
      actions={
        mayWrite && (
          <Button
            variant="primary"
            icon={<Plus size={16} />}
            onClick={() => setPlace({ platform: EVERY_PLATFORM, region: '' })}
          >
            {t('add-rule')}
          </Button>
        )
      }
    >
      <CatalogueTabs />
      <ActivationList onCreate={mayWrite ? setPlace : undefined} />
      {place && (
        <ActivationDialog
          rule={place}
          countries={countries}
          isReadOnly={!mayWrite}
          onClose={() => setPlace(undefined)}
        />
      )}
      {opened && (
        <ActivationDialog
          key={opened.id}
          rule={opened}
          countries={countries}
          isReadOnly={!mayWrite}
          onClose={() => setParameters({}, { replace: true })}
        />
      )}
    </Page>
  );
}
