import type { Route } from '../../../platform/http/handler.ts';
import type { Services } from '../../../platform/services.ts';
export const importRoutes = (_services: Services): readonly Route[] => [];
