import type { WebServices } from './compose-web.ts';
import { createAuditService } from './features/audit/audit.service.ts';
import { createCatalogueFilesService } from './features/catalogue/catalogue-files.service.ts';
import { createGroupsService } from './features/catalogue/catalogue-groups.service.ts';
import { createFinanceService } from './features/finance/finance.service.ts';
import { createReconciliationService } from './features/finance/reconciliation.service.ts';
import { createLiveService } from './features/live/live.service.ts';
import { createOperatorSessionsService } from './features/operators/operator-sessions.service.ts';
import { createOperatorSignInService } from './features/operators/operator-sign-in.service.ts';
import { createPricesService } from './features/prices/prices.service.ts';
import { createPromoCodesService } from './features/promo/promo-codes.service.ts';
import { createAnswerTemplatesService } from './features/support/answer-templates.service.ts';
import { createSupportQueueService } from './features/support/support-queue.service.ts';
import { createTodayService } from './features/today/today.service.ts';
import { jobs } from './platform/jobs/jobs.ts';

export type ConsoleServices = ReturnType<typeof composeConsole>;

/** What only the console of the operators needs, with the services of the store. */
export function composeConsole(services: WebServices) {
  const { config, database: db, currency, limits, operators, payments } = services;
  const operatorSessions = createOperatorSessionsService(db);
  const prices = createPricesService({ db, currencies: currency, oldPricePolicy: config.oldPricePolicy });
  const reconciliation = createReconciliationService(db, payments.findProvider);
  return {
    ...services,
    promoCodes: createPromoCodesService(db),
    prices,
    supportQueue: createSupportQueueService({ db, jobs }),
    answerTemplates: createAnswerTemplatesService(db),
    groups: createGroupsService(db),
    catalogueFiles: createCatalogueFilesService(db),
    operatorSessions,
    operatorSignIn: createOperatorSignInService({ db, limits, secondFactor: operators.secondFactor }),
    operatorProfile: operators.profile,
    audit: createAuditService(db),
    today: createTodayService({ db, health: services.health, reconciliation, prices }),
    finance: createFinanceService(db),
    reconciliation,
    live: createLiveService(operatorSessions),
  };
}
