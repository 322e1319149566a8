import { Badge } from '@oyna/ui/badge';
import { Button, ButtonLink } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { IconButton } from '@oyna/ui/icon-button';
import { Menu } from '@oyna/ui/menu';
import { RadioChips } from '@oyna/ui/radio-chips';
import { Stepper } from '@oyna/ui/stepper';
import { TextLink } from '@oyna/ui/text-link';
import { useToast } from '@oyna/ui/toast';
import { Heart, Plus, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import styles from './dev-ui.module.css';
import { Section } from './section.tsx';

const VARIANTS = ['primary', 'brand', 'secondary', 'quiet', 'danger'] as const;
const TONES = ['neutral', 'sale', 'brand', 'success', 'warning', 'danger', 'info'] as const;

export function Controls() {
  const showToast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(1);
  const [chip, setChip] = useState<string>();
  return (
    <Section title="Controls">
      {VARIANTS.map((variant) => (
        <div key={variant} className={styles.row}>
          <Button variant={variant} icon={<Plus size={18} />}>
            {variant}
          </Button>
          <Button variant={variant} size="large">
            Large
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} isBusy>
            Busy
          </Button>
        </div>
      ))}
      <div className={styles.row}>
        <ButtonLink to="/dev/ui">A link</ButtonLink>
        <IconButton label="Heart" icon={<Heart size={20} />} />
        <IconButton label="Cart" icon={<ShoppingCart size={20} />} isSolid />
        <IconButton label="Disabled" icon={<Heart size={20} />} disabled />
        <p>
          A sentence with <TextLink to="/dev/ui">a text link</TextLink>.
        </p>
        <Stepper label="Copies" value={count} max={5} onChange={setCount} />
        <Menu
          label="Menu"
          button="Menu"
          items={[
            { id: 'link', text: 'A place to go', to: '/dev/ui' },
            { id: 'action', text: 'Something to do', onSelect: () => showToast('Done', 'success') },
          ]}
        />
      </div>
      <div className={styles.row}>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone === 'sale' ? '−34%' : tone}
          </Badge>
        ))}
      </div>
      <RadioChips
        label="Amount"
        value={chip}
        onChange={setChip}
        chips={[
          { value: '1000', label: '1 000 ₽', note: '≈ 6 420 ₸' },
          { value: '2000', label: '2 000 ₽', note: '≈ 12 840 ₸' },
          { value: '5000', label: '5 000 ₽', note: '≈ 32 100 ₸' },
          { value: 'none', label: 'Sold out', isDisabled: true },
        ]}
      />
      <div className={styles.row}>
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Button onClick={() => showToast('Sign in to continue')}>Popup</Button>
        <Button onClick={() => showToast('The key is copied', 'success')}>Good news</Button>
        <Button onClick={() => showToast('The payment did not go through', 'danger')}>Bad news</Button>
      </div>
      <Dialog title="A dialog" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>It keeps the focus, closes on Escape, and gives the focus back.</p>
        <div className={styles.row}>
          <Button variant="primary" isWide onClick={() => setOpen(false)}>
            Fine
          </Button>
        </div>
      </Dialog>
    </Section>
  );
}
