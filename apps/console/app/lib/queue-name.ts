import { useTexts } from './texts.tsx';

/** The queues and the scheduled jobs of the store. A test of the server compares them with those that run. */
const QUEUES = [
  'account-messages',
  'accounts-sweep',
  'alert-messages',
  'alert-pushes',
  'claim-messages',
  'currency-refresh',
  'demand',
  'gift-messages',
  'guests-sweep',
  'idle-promos',
  'old-alerts',
  'old-console-rows',
  'old-direct-baskets',
  'old-notifications',
  'old-top-up-quotes',
  'operator-mails',
  'operators-sweep',
  'order-messages',
  'pictures-sweep',
  'price-drops',
  'sales-rebuild',
  'stock-rebuild',
  'support-answers',
  'support-messages',
  'top-up-messages',
] as const;

const isKnown = (name: string): name is (typeof QUEUES)[number] => QUEUES.some((queue) => queue === name);

/** What a queue does, in the language of the operator. A queue that is not known here keeps its technical name. */
export function useQueueName(): (name: string) => string {
  const t = useTexts('queues');
  return (name) => (isKnown(name) ? t(name) : name);
}
