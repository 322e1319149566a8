import type { Language } from '@oyna/domain/constants';
import { dateText } from '@oyna/domain/date-text';
import { formatMoney } from '@oyna/domain/money-format';
import { STORE_TIME_ZONE } from '@oyna/domain/store-time';
import type { Receipt } from './receipt.service.ts';

/** The facts of a receipt as lines of a mail. The page of the receipt has the same. */

interface ReceiptTexts {
  order(number: string, date: string): string;
  discount(code: string, sum: string): string;
  noFee: string;
  fee(sum: string): string;
  total(sum: string): string;
  vat(percent: string, sum: string): string;
  rate(units: string, currency: string): string;
  method(provider: string): string;
  seller(details: string): string;
  taxId(id: string): string;
}

const TEXTS: Record<Language, ReceiptTexts> = {
  ru: {
    order: (number, date) => `Заказ ${number}, ${date}`,
    discount: (code, sum) => `Промокод ${code}: −${sum}, учтён в ценах`,
    noFee: 'Комиссия: нет',
    fee: (sum) => `Комиссия: ${sum}`,
    total: (sum) => `Оплачено: ${sum}`,
    vat: (percent, sum) => `В том числе НДС ${percent}\u00a0%: ${sum}`,
    rate: (units, currency) => `Курс при оплате: 1 USD = ${units} ${currency}`,
    method: (provider) => `Платёж провёл ${provider}`,
    seller: (details) => `Продавец: ${details}`,
    taxId: (id) => `БИН/ИИН: ${id}`,
  },
  en: {
    order: (number, date) => `Order ${number}, ${date}`,
    discount: (code, sum) => `Promo code ${code}: −${sum}, included in the prices`,
    noFee: 'Fee: none',
    fee: (sum) => `Fee: ${sum}`,
    total: (sum) => `Paid: ${sum}`,
    vat: (percent, sum) => `Including VAT ${percent}%: ${sum}`,
    rate: (units, currency) => `Rate of the payment: 1 USD = ${units} ${currency}`,
    method: (provider) => `Processed by ${provider}`,
    seller: (details) => `Seller: ${details}`,
    taxId: (id) => `Tax number: ${id}`,
  },
  kz: {
    order: (number, date) => `${number} тапсырысы, ${date}`,
    discount: (code, sum) => `${code} промокоды: −${sum}, бағаларда ескерілген`,
    noFee: 'Комиссия: жоқ',
    fee: (sum) => `Комиссия: ${sum}`,
    total: (sum) => `Төленді: ${sum}`,
    vat: (percent, sum) => `Оның ішінде ҚҚС ${percent}\u00a0%: ${sum}`,
    rate: (units, currency) => `Төлем кезіндегі бағам: 1 USD = ${units} ${currency}`,
    method: (provider) => `Төлемді ${provider} өткізді`,
    seller: (details) => `Сатушы: ${details}`,
    taxId: (id) => `БСН/ЖСН: ${id}`,
  },
};

export function receiptLines(language: Language, receipt: Receipt): string {
  const texts = TEXTS[language];
  const { discount, vat, rate, seller, currency } = receipt;
  const sumOf = (amount: number) => formatMoney(amount, currency, language) ?? '';
  return [
    texts.order(receipt.number, dateText(receipt.paidAt, language, false, STORE_TIME_ZONE)),
    discount && texts.discount(discount.code, sumOf(discount.amount)),
    receipt.fee === 0 ? texts.noFee : texts.fee(sumOf(receipt.fee)),
    texts.total(sumOf(receipt.amount)),
    vat && texts.vat(vat.percent, sumOf(vat.amount)),
    currency !== 'USD' && texts.rate(rate.unitsPerDollar, currency),
    texts.method(receipt.providerLabel),
    texts.seller(seller.details ?? seller.name),
    seller.taxId && texts.taxId(seller.taxId),
  ]
    .filter(Boolean)
    .join('\n');
}
