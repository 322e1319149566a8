import { Link } from '@oyna/ui/link';
import { Rail } from '@oyna/ui/rail';
import { Picture } from '~/components/picture.tsx';
import styles from './dev-ui.module.css';
import { Section } from './section.tsx';

interface DevPicture {
  address: string;
  colour: string;
  name: string;
}

const BROKEN = { address: '/media/games/0/none/poster-300.webp', colour: '#3f2000', name: 'A picture that is missing' };

export function Pictures({ pictures }: { pictures: readonly DevPicture[] }) {
  return (
    <Section title="Pictures">
      <Rail title="A rail">
        {[BROKEN, ...pictures].map(({ address, colour, name }) => (
          <li key={name}>
            <Link to="/dev/ui" className={styles.cover}>
              <Picture address={address} variant="poster" sizes="200px" alt={name} colour={colour} />
            </Link>
          </li>
        ))}
      </Rail>
      <Rail title="Wide pictures" items="wide">
        {pictures.map(({ address, colour, name }) => (
          <li key={name}>
            <Link to="/dev/ui" className={styles.cover}>
              <Picture address={address} variant="frame" sizes="400px" alt={name} colour={colour} />
            </Link>
          </li>
        ))}
      </Rail>
    </Section>
  );
}
