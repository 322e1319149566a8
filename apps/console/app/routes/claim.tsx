import { useParams } from 'react-router';
import { ClaimView } from '../features/claims/claim-view.tsx';

export default function ClaimRoute() {
  const keyId = Number(useParams()['keyId']);
  return <ClaimView key={keyId} keyId={keyId} />;
}
