/** Every route of the API, one list per room, including the route that describes them. */
import { accountRoutes } from './account/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { availabilityRoutes } from './availability/routes.ts';
import { cardChangeRoutes } from './card-change/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { fiscalRoutes } from './fiscal/routes.ts';
import { fleetRoutes } from './fleet/routes.ts';
import { openapiRoute } from './http/openapi/route.ts';
import { importRoutes } from './import/routes.ts';
import { limitsRoutes } from './limits/routes.ts';
import { nowRoutes } from './now/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { planChangeRoutes } from './plan-change/routes.ts';
import { ownDataRoutes } from './privacy/own-routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { provisioningRoutes } from './provisioning/routes.ts';
import { quotaRoutes } from './quota/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { sleepRoutes } from './sleep/routes.ts';
import { supportRoutes } from './support/routes.ts';

const ownRoutes = [
  ...checkoutRoutes,
  ...provisioningRoutes,
  ...paymentRoutes,
  ...planChangeRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...ownDataRoutes,
  ...cardChangeRoutes,
  ...fiscalRoutes,
  ...quotaRoutes,
  ...limitsRoutes,
  ...importRoutes,
  ...reportRoutes,
  ...sleepRoutes,
  ...supportRoutes,
  ...feedbackRoutes,
  ...availabilityRoutes,
  ...alertRoutes,
  ...nowRoutes,
  ...privacyRoutes,
  ...fleetRoutes,
  ...operationsRoutes,
];

export const apiDefinition = [...ownRoutes, openapiRoute(ownRoutes)];
