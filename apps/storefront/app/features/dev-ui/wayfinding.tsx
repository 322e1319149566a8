import { Breadcrumb } from '@oyna/ui/breadcrumb';
import { Pagination } from '@oyna/ui/pagination';
import { Tabs } from '@oyna/ui/tabs';
import styles from './dev-ui.module.css';
import { Section } from './section.tsx';

const hrefOf = (page: number) => `/dev/ui?page=${page}`;

export function Wayfinding() {
  return (
    <Section title="Finding one’s way">
      <Breadcrumb
        crumbs={[{ text: 'Home', to: '/' }, { text: 'Catalogue', to: '/catalog' }, { text: 'Cyberpunk 2077' }]}
      />
      <div className={styles.panel}>
        <Tabs
          label="About the game"
          tabs={[
            { id: 'buy', label: 'Buy', content: <p>Offers stand here.</p> },
            { id: 'description', label: 'Description', content: <p>What the game is about.</p> },
            { id: 'instruction', label: 'Instruction', content: <p>How to activate the key.</p> },
          ]}
        />
      </div>
      <Pagination label="A few pages" current={1} total={3} hrefOf={hrefOf} />
      <Pagination current={6} total={12} hrefOf={hrefOf} />
    </Section>
  );
}
