import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { PRODUCT_TYPES } from '@oyna/domain/constants';
import {
  ATTRIBUTES,
  attributesOf,
  MAX_ATTRIBUTE_LENGTH,
  OFFER_ATTRIBUTES,
  type OfferAttribute,
} from '@oyna/domain/offer-attributes';
import { MAX_PRICE_CENTS } from '@oyna/domain/price-change';
import { Button } from '@oyna/ui/button';
import { Checkbox } from '@oyna/ui/checkbox';
import { IconButton } from '@oyna/ui/icon-button';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Section } from '../../components/page.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';
import { moveItem } from './move-item.ts';

export type OfferDraft = ConsoleSchemas['GameDraft']['offers'][number];

interface GameOffersProps {
  offers: readonly OfferDraft[];
  /** Their prices are changed on the screen of prices. */
  published: readonly number[];
  instructions: readonly string[];
  isReadOnly: boolean;
  onChange(offers: OfferDraft[]): void;
}

/** A new offer is like the one before it. */
export const newOffer = (before: OfferDraft | undefined, instructions: readonly string[]): OfferDraft => ({
  edition: before ? '' : 'Standard',
  type: before?.type ?? 'Key',
  ...attributesOf(before ?? {}),
  instruction: before?.instruction ?? instructions[0] ?? '',
});

/** What is sold of a game. The order is that of the page in the store. */
export function GameOffers({ offers, published, instructions, isReadOnly, onChange }: GameOffersProps) {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  const change = (index: number, part: Partial<OfferDraft>) =>
    onChange(offers.map((offer, place) => (place === index ? { ...offer, ...part } : offer)));
  return (
    <Section
      title={t('offers')}
      actions={
        !isReadOnly && (
          <Button
            variant="quiet"
            icon={<Plus size={16} />}
            data-field="offers"
            onClick={() => onChange([...offers, newOffer(offers.at(-1), instructions)])}
          >
            {t('add-offer')}
          </Button>
        )
      }
    >
      <ol className={styles.offers}>
        {offers.map((offer, index) => {
          const isSold = offer.id !== undefined && published.includes(offer.id);
          const text = (name: 'edition' | OfferAttribute, label: string) => (
            <TextField
              key={name}
              label={label}
              data-field={`offers.${index}.${name}`}
              value={offer[name] ?? ''}
              readOnly={isReadOnly}
              maxLength={name === 'edition' ? 120 : MAX_ATTRIBUTE_LENGTH}
              onChange={(event) => change(index, { [name]: event.currentTarget.value })}
            />
          );
          const price = (name: 'price' | 'priceWithDiscount', label: string) => (
            <TextField
              label={label}
              data-field={`offers.${index}.${name}`}
              type="number"
              inputMode="decimal"
              min="0.01"
              max={MAX_PRICE_CENTS / 100}
              step="0.01"
              value={offer[name] ?? ''}
              readOnly={isReadOnly || isSold}
              hint={isSold && name === 'price' ? t('price-elsewhere') : undefined}
              onChange={(event) => {
                const value = event.currentTarget.valueAsNumber;
                if (Number.isNaN(value)) return change(index, { [name]: undefined });
                // The price without a discount is both prices until the second is written.
                const isBoth = name === 'price' && (offer.priceWithDiscount ?? offer.price) === offer.price;
                return change(index, { [name]: value, ...(isBoth ? { priceWithDiscount: value } : {}) });
              }}
            />
          );
          return (
            <li key={offer.id ?? `new-${index}`} className={styles.offer} data-field={`offers.${index}`} tabIndex={-1}>
              <div className={styles.offerFields}>
                {text('edition', t('offer-edition'))}
                <Select
                  label={t('offer-type')}
                  data-field={`offers.${index}.type`}
                  value={offer.type}
                  disabled={isReadOnly}
                  onChange={(event) => change(index, { type: event.currentTarget.value as OfferDraft['type'] })}
                >
                  {PRODUCT_TYPES.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </Select>
                {OFFER_ATTRIBUTES.map((name) => text(name, ATTRIBUTES[name].label[language]))}
                {price('price', t('offer-price'))}
                {price('priceWithDiscount', t('offer-discount'))}
                <Select
                  label={t('offer-instruction')}
                  data-field={`offers.${index}.instruction`}
                  value={offer.instruction}
                  disabled={isReadOnly}
                  onChange={(event) => change(index, { instruction: event.currentTarget.value })}
                >
                  {instructions.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </Select>
                <Checkbox
                  label={t('offer-on-sale')}
                  data-field={`offers.${index}.available`}
                  checked={offer.available ?? true}
                  disabled={isReadOnly}
                  onChange={(event) => change(index, { available: event.currentTarget.checked })}
                />
              </div>
              {!isReadOnly && (
                <div className={styles.rowTools}>
                  <IconButton
                    label={t('move-up')}
                    icon={<ArrowUp size={15} />}
                    disabled={index === 0}
                    onClick={() => onChange(moveItem(offers, index, index - 1))}
                  />
                  <IconButton
                    label={t('move-down')}
                    icon={<ArrowDown size={15} />}
                    disabled={index === offers.length - 1}
                    onClick={() => onChange(moveItem(offers, index, index + 1))}
                  />
                  <IconButton
                    label={isSold ? t('withdraw-offer') : t('remove-offer')}
                    icon={<Trash2 size={15} />}
                    onClick={() =>
                      isSold
                        ? change(index, { available: false })
                        : onChange(offers.filter((_, place) => place !== index))
                    }
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
