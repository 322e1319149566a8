import { Button } from '@oyna/ui/button';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Page } from '../components/page.tsx';
import { PromoDialog } from '../features/promo/promo-dialog.tsx';
import { PromoList } from '../features/promo/promo-list.tsx';
import { useMay } from '../lib/session.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Promo() {
  const t = useTexts('promo');
  const may = useMay();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Page
      title={t('title')}
      actions={
        may('promo:write') && (
          <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
            {t('new')}
          </Button>
        )
      }
    >
      <PromoList />
      {isOpen && <PromoDialog onClose={() => setOpen(false)} onDone={({ id }) => void navigate(`/promo/${id}`)} />}
    </Page>
  );
}
