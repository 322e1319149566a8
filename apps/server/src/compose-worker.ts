import { createMailer } from '@oyna/providers/mail/mail';
import { createSmsSender } from '@oyna/providers/sms/sms';
import { createPushSender } from '@oyna/providers/web-push/web-push';
import type { Services } from './compose.ts';
import { accountMessagesTask } from './features/account-messages/account-messages.jobs.ts';
import { createAlertEventsService } from './features/alerts/alert-events.service.ts';
import { createAlertMessagesService } from './features/alerts/alert-messages.service.ts';
import { alertsPoller, alertTasks, oldAlertsJob } from './features/alerts/alerts.jobs.ts';
import { createMailChannel } from './features/alerts/mail-channel.ts';
import { createPushChannel } from './features/alerts/push-channel.ts';
import { createStopTokens } from './features/alerts/stop-token.ts';
import { oldDirectBasketsJob } from './features/basket/basket.jobs.ts';
import { publishingPoller } from './features/catalogue/catalogue.jobs.ts';
import { currencyRefreshJob } from './features/currency/currency.jobs.ts';
import { claimMessagesTask } from './features/delivery/claims.jobs.ts';
import { priceDropJob } from './features/favourites/favourites.jobs.ts';
import { bookingPoller, salesRebuildJob } from './features/finance/finance.jobs.ts';
import { createGiftMailsService } from './features/gifts/gift-mails.service.ts';
import { giftMessagesTask, giftsPoller } from './features/gifts/gifts.jobs.ts';
import { guestsSweepJob } from './features/guests/guests.jobs.ts';
import { stockLevelPoller, stockRebuildJob } from './features/keys/stock-level.jobs.ts';
import { paidOrdersPoller } from './features/live/live.jobs.ts';
import { oldNotificationsJob } from './features/notifications/notifications.jobs.ts';
import { notify } from './features/notifications/notifications.service.ts';
import {
  noticesPoller,
  oldConsoleRowsJob,
  operatorMailsTask,
} from './features/operator-notices/operator-notices.jobs.ts';
import { operatorSweepJob } from './features/operators/operators.jobs.ts';
import { orderMessagesTask, paymentPollers } from './features/payment/payment.jobs.ts';
import { pictureSweepJob } from './features/pictures/pictures.jobs.ts';
import { priceSchedulePoller } from './features/prices/prices.jobs.ts';
import { idlePromoJob } from './features/promo/promo.jobs.ts';
import { accountsSweepJob } from './features/sessions/sessions.jobs.ts';
import { hasSession } from './features/sessions/sessions.service.ts';
import { demandJob } from './features/statistics/demand.jobs.ts';
import { createDemandService } from './features/statistics/demand.service.ts';
import { supportAnswersTask, supportMessagesTask } from './features/support/support.jobs.ts';
import { oldQuotesJob, topUpMessagesTask, topUpPollers } from './features/top-up/top-up.jobs.ts';
import { jobs } from './platform/jobs/jobs.ts';

/** What the worker does: messages that services send, jobs at fixed times, and polls every few seconds. */
export function composeWorker(services: Services) {
  const { config, database: db, currency, payments, topUps, notices, stock, priceChanges } = services;
  const { uploads, drafts, booking } = services;
  const { smtpUrl, mailFrom, smsUrl, smsToken, storeName, publicUrl, mailKeys } = config;
  const { supportEmail } = config.contacts;
  const from = { name: storeName, address: mailFrom };
  const requireTls = config.mode === 'production';
  const mailer = smtpUrl === undefined ? undefined : createMailer({ url: smtpUrl, from, requireTls });
  const sms = smsUrl === undefined ? undefined : createSmsSender({ url: smsUrl, token: smsToken });
  const channels = [
    ...(mailer ? [createMailChannel({ mailer, storeName, publicUrl })] : []),
    ...(config.push ? [createPushChannel(createPushSender(config.push))] : []),
  ];
  const alertEvents = createAlertEventsService({ db, jobs, channels });
  const tokens = createStopTokens(config.keyEncryptionKey);
  const secret = config.keyEncryptionKey;
  const giftMails = createGiftMailsService({ db, mailer, jobs, notify, secret, storeName, publicUrl });
  return {
    tasks: [
      accountMessagesTask({ db, mailer, sms, storeName, publicUrl, hasSession }),
      orderMessagesTask({
        db,
        keys: payments.keys,
        receipts: payments.receipts,
        mailer,
        storeName,
        publicUrl,
        mailKeys,
      }),
      claimMessagesTask({ db, mailer, supportEmail, storeName, publicUrl }),
      giftMessagesTask(giftMails),
      supportMessagesTask({ db, mailer, supportEmail, storeName, publicUrl }),
      supportAnswersTask({ db, mailer, supportEmail, storeName, publicUrl }),
      topUpMessagesTask({ db, mailer, storeName, publicUrl }),
      operatorMailsTask({ db, mailer, storeName, publicUrl, consoleUrl: config.consoleUrl }),
      ...alertTasks(
        createAlertMessagesService({ db, channels, tokens, oldPricePolicy: config.oldPricePolicy, publicUrl }),
      ),
    ],
    recurring: [
      currencyRefreshJob(currency),
      priceDropJob(db),
      idlePromoJob(db),
      accountsSweepJob(db),
      guestsSweepJob(db),
      operatorSweepJob(db),
      oldQuotesJob(db),
      oldDirectBasketsJob(db),
      oldNotificationsJob(db),
      ...paymentPollers(payments),
      ...topUpPollers(topUps),
      publishingPoller(drafts),
      pictureSweepJob(uploads),
      oldConsoleRowsJob(db),
      paidOrdersPoller(db),
      noticesPoller(notices),
      stockLevelPoller(stock.levels),
      stockRebuildJob(stock.levels),
      priceSchedulePoller(priceChanges),
      alertsPoller(alertEvents),
      giftsPoller(giftMails),
      oldAlertsJob(alertEvents),
      bookingPoller(booking),
      salesRebuildJob(booking),
      demandJob(createDemandService(db)),
    ],
    alertEvents,
    giftMails,
    close: () => mailer?.close(),
  };
}
