# A message center made of Net::SMPP, an implementation that shares nothing with ours. It prints its port, lets one client
# bind, sends it the receipts of standard input (a JSON object per line, octets in hex), and prints the status of each
# answer.
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;

$| = 1;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0) or die "cannot listen: $!";
print $listener->sockport, "\n";
my $session = $listener->accept or die "no client: $!";
my $bind = $session->read_pdu or die 'no bind';
$session->bind_transceiver_resp(seq => $bind->{seq}, system_id => 'perl');
while (my $line = <STDIN>) {
  my $row = decode_json($line);
  my %fields = (
    source_addr => '79161234567',
    destination_addr => 'Volley',
    esm_class => $row->{esmClass},
    data_coding => $row->{dataCoding},
  );
  $fields{$_} = pack 'H*', $row->{parameters}{$_} for keys %{ $row->{parameters} };
  my $answer =
    $row->{command} eq 'data_sm'
    ? $session->data_sm(%fields)
    : $session->deliver_sm(%fields, short_message => pack('H*', $row->{shortMessage}));
  print $answer->status, "\n";
}
