import { PRICE_OPERATIONS, PRICE_ROUNDINGS, type PriceOperation, type PriceRule } from '@oyna/domain/price-change';
import { Checkbox } from '@oyna/ui/checkbox';
import { RadioChips } from '@oyna/ui/radio-chips';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { readTypedChange } from '../../lib/typed-sum.ts';
import styles from './prices.module.css';

interface BulkEditDialogProps {
  count: number;
  onClose(): void;
  onPreview(rule: PriceRule): void;
}

/** A rule for many offers: percent, amount, a fixed price, a margin. It is previewed before anything changes. */
export function BulkEditDialog({ count, onClose, onPreview }: BulkEditDialogProps) {
  const t = useTexts('prices');
  const [target, setTarget] = useState<PriceRule['target']>('discount');
  const [operation, setOperation] = useState<PriceOperation>('percent');
  const [value, setValue] = useState('-10');
  const [isWrong, setWrong] = useState(false);
  const submit = (fields: FormData) => {
    const isNeeded = operation !== 'no-discount';
    const hundredths = isNeeded ? readTypedChange(value) : 0;
    if (hundredths === undefined) return setWrong(true);
    onPreview({
      target,
      operation,
      value: hundredths,
      rounding: fields.get('rounding') as PriceRule['rounding'],
      hasFloor: fields.get('hasFloor') === 'on',
    });
  };
  return (
    <ConfirmDialog
      title={t('bulk-title', { count })}
      isOpen
      onClose={onClose}
      confirm={t('preview')}
      isBusy={false}
      onConfirm={submit}
    >
      <RadioChips
        label={t('target')}
        value={target}
        onChange={setTarget}
        chips={[
          { value: 'discount', label: t('target-discount') },
          { value: 'price', label: t('target-price') },
        ]}
      />
      <div className={styles.fields}>
        <Select
          label={t('operation')}
          value={operation}
          onChange={(event) => setOperation(event.target.value as PriceOperation)}
        >
          {PRICE_OPERATIONS.map((name) => (
            <option key={name} value={name}>
              {t(`operation-${name}`)}
            </option>
          ))}
        </Select>
        {operation !== 'no-discount' && (
          <TextField
            label={t(operation === 'percent' || operation === 'margin' ? 'percent' : 'dollars')}
            inputMode="decimal"
            value={value}
            error={isWrong ? t('number-invalid') : undefined}
            onChange={(event) => {
              setValue(event.target.value);
              setWrong(false);
            }}
          />
        )}
        <Select label={t('rounding')} name="rounding" defaultValue="none">
          {PRICE_ROUNDINGS.map((name) => (
            <option key={name} value={name}>
              {t(`rounding-${name}`)}
            </option>
          ))}
        </Select>
      </div>
      <Checkbox name="hasFloor" defaultChecked label={t('floor')} />
    </ConfirmDialog>
  );
}
