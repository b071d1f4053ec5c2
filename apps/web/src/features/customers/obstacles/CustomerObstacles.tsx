import { useQuery } from '@tanstack/react-query';
import { customerObstaclesQuery } from './obstacles-api.ts';
import { ObstacleWalk } from './ObstacleWalk.tsx';

/** A tab of a customer's record. */
export default function CustomerObstacles({ customerId }: { readonly customerId: string }) {
  return <ObstacleWalk walk={useQuery(customerObstaclesQuery(customerId))} />;
}
