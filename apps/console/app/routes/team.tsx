import { TeamView } from '../features/team/team-view.tsx';

export default TeamView;
