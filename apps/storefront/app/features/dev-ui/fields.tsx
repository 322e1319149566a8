import { Checkbox } from '@oyna/ui/checkbox';
import { PasswordField } from '@oyna/ui/password-field';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import styles from './dev-ui.module.css';
import { Section } from './section.tsx';

export function Fields() {
  return (
    <Section title="Fields">
      <div className={styles.grid}>
        <TextField label="Steam login" placeholder="gaben" hint="The name you sign in with" autoComplete="off" />
        <TextField label="Email" type="email" defaultValue="demo@" error="Enter a valid email address" />
        <TextField label="Disabled" defaultValue="Cannot be changed" disabled />
        <PasswordField label="Password" defaultValue="Demo!pass1" />
        <Select label="Country" defaultValue="kz">
          <option value="kz">Қазақстан</option>
          <option value="ru">Россия</option>
        </Select>
        <Select label="Country" defaultValue="" error="Choose a country">
          <option value="" disabled>
            Choose
          </option>
        </Select>
        <div>
          <Checkbox label="I agree to the terms" defaultChecked />
          <Checkbox label="Send me the news" />
          <Checkbox label="Disabled" disabled />
        </div>
      </div>
    </Section>
  );
}
