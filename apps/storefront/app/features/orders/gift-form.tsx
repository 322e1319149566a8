import { faultOf } from '@oyna/api-client/call-fault';
import { LANGUAGES, type Language, MAX_GIFT_MESSAGE_LENGTH } from '@oyna/domain/constants';
import type { ErrorCode } from '@oyna/domain/errors';
import {
  cleanGift,
  GIFT_CHANNELS,
  type GiftChannel,
  type GiftForm as GiftFields,
  lastGiftDay,
  MAX_GIFT_NAME_LENGTH,
  validateGift,
} from '@oyna/domain/gift';
import { storeDay } from '@oyna/domain/store-time';
import { Button } from '@oyna/ui/button';
import { Checkbox } from '@oyna/ui/checkbox';
import { FormNotice } from '@oyna/ui/form-notice';
import { RadioChips } from '@oyna/ui/radio-chips';
import { Select } from '@oyna/ui/select';
import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useUser } from '~/lib/session/use-user.ts';
import { useCountries } from '~/lib/use-countries.ts';
import { useCountry } from '~/lib/use-country.ts';
import styles from './key-gift.module.css';

const FIELDS = ['email', 'country', 'day', 'recipientName', 'giverName', 'message'] as const;
type Field = (typeof FIELDS)[number];
const LANGUAGE_NAMES: Record<Language, string> = { ru: 'Русский', en: 'English', kz: 'Қазақша' };

interface GiftFormProps {
  id: number;
  name: string;
  onGiven(link: string | undefined): void;
}

export function GiftForm({ id, name, onGiven }: GiftFormProps) {
  const { t, language } = useTranslation('gifts');
  const callApi = useApi();
  const { countries } = useCountries();
  const { country } = useCountry(countries ?? []);
  const { user } = useUser();
  const [channel, setChannel] = useState<GiftChannel>('link');
  const [isRegionAsked, setRegionAsked] = useState(false);
  const fieldsOf = (fields: FormData): GiftFields =>
    cleanGift({
      channel,
      giverName: textOf(fields, 'giverName'),
      recipientName: textOf(fields, 'recipientName'),
      email: textOf(fields, 'email'),
      message: textOf(fields, 'message'),
      day: textOf(fields, 'day'),
    });
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm<Field, ErrorCode>(
    FIELDS,
    (fields) => ({
      ...validateGift(fieldsOf(fields), new Date()),
      ...(textOf(fields, 'country') === '' && { country: 'country-invalid' as const }),
    }),
    async (fields) => {
      const body = {
        ...fieldsOf(fields),
        country: textOf(fields, 'country'),
        language: channel === 'email' ? (textOf(fields, 'language') as Language) : language,
        accepted: fields.get('accepted') === 'on',
      };
      try {
        const answer = await callApi((api) =>
          api.POST('/api/v1/user/keys/{id}/gift', { params: { path: { id } }, body }),
        );
        onGiven(answer.link === null ? undefined : new URL(answer.link, location.origin).href);
        return undefined;
      } catch (error) {
        const found = faultOf(error);
        if (found.error === 'activation-not-confirmed') setRegionAsked(true);
        return found;
      }
    },
  );
  const errorOf = (field: Field) => errors[field] && t(`error-${field}`, { count: MAX_GIFT_MESSAGE_LENGTH });
  const today = storeDay(new Date());
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
      <p className={styles.name}>{name}</p>
      <RadioChips
        label={t('channel')}
        chips={GIFT_CHANNELS.map((value) => ({ value, label: t(`channel-${value}`) }))}
        value={channel}
        onChange={setChannel}
      />
      {channel === 'email' && (
        <>
          <TextField label={t('email')} name="email" type="email" autoComplete="off" error={errorOf('email')} />
          <Select label={t('language')} name="language" defaultValue={language}>
            {LANGUAGES.map((value) => (
              <option key={value} value={value}>
                {LANGUAGE_NAMES[value]}
              </option>
            ))}
          </Select>
        </>
      )}
      <Select
        key={countries ? 'known' : 'asking'}
        label={t('country')}
        hint={t('country-hint')}
        name="country"
        defaultValue={country?.code ?? ''}
        error={errorOf('country')}
        onChange={() => setRegionAsked(false)}
      >
        <option value="">{t('choose')}</option>
        {countries?.map(({ code, name: countryName }) => (
          <option key={code} value={code}>
            {countryName}
          </option>
        ))}
      </Select>
      {isRegionAsked && (
        <div role="alert" className={styles.warning}>
          <p>{t('region-warning')}</p>
          <Checkbox name="accepted" label={t('region-accept')} />
        </div>
      )}
      <TextField
        label={t('day')}
        hint={t('day-hint')}
        name="day"
        type="date"
        defaultValue={today}
        min={today}
        max={lastGiftDay(new Date())}
        error={errorOf('day')}
      />
      <TextField
        label={t('recipient')}
        name="recipientName"
        autoComplete="off"
        maxLength={MAX_GIFT_NAME_LENGTH}
        error={errorOf('recipientName')}
      />
      <TextArea
        label={t('message')}
        name="message"
        rows={3}
        maxLength={MAX_GIFT_MESSAGE_LENGTH}
        error={errorOf('message')}
      />
      <TextField
        key={user ? 'user' : 'none'}
        label={t('giver')}
        name="giverName"
        autoComplete="given-name"
        defaultValue={user?.firstName ?? ''}
        maxLength={MAX_GIFT_NAME_LENGTH}
        error={errorOf('giverName')}
      />
      <div>
        <FormNotice error={fault && t(faultText(fault.error))} requestId={fault?.requestId} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t(`submit-${channel}`)}
        </Button>
      </div>
    </form>
  );
}

function faultText(error: string) {
  if (error === 'activation-not-confirmed') return 'region-unconfirmed';
  if (error === 'too-many-requests') return 'too-many-requests';
  if (error === 'state-conflict' || error === 'key-is-gift') return 'key-changed';
  return 'give-failed';
}
