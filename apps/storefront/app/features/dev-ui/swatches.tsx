import { cx } from '@oyna/ui/class-names';
import { Price } from '~/components/price.tsx';
import styles from './dev-ui.module.css';
import { Section } from './section.tsx';

const SWATCHES = ['bg', 'surface1', 'surface2', 'surface3', 'brand', 'action', 'sale'];

export function Swatches() {
  return (
    <Section title="Colours, type, prices">
      <div className={styles.swatches}>
        {SWATCHES.map((name) => (
          <div key={name} className={cx(styles.swatch, styles[name])}>
            {name}
          </div>
        ))}
      </div>
      <p className={styles.display}>Display: Ойна, Play, Играй 2077 ₸ ₽ $</p>
      <p>
        Body: Әлем, Қала, Ғарыш, Үміт, Ұлы, Өмір, Іс, Һәм. Съешь ещё этих мягких булок. The quick brown fox → 14 990 ₸ ≈
        2 399 ₽.
      </p>
      <div className={styles.row}>
        <Price cents={2885} oldCents={4812} size="large" />
        <Price cents={2885} oldCents={4812} size="medium" />
        <Price cents={2885} oldCents={4812} />
        <Price cents={111} />
        <Price cents={null} />
      </div>
    </Section>
  );
}
