# Tests of a lead, of its link and of its event, in RSpec.

require_relative 'world'

RSpec.describe 'a lead' do
  let(:world) { World.new }
  let(:lead) { { organization: 'producer', preset: 'checkedBox', page: { autoShare: true } } }
  let(:share_url) { world.control('POST', '/captures', lead)['shareUrl'] }

  it 'is paid once, however often it is received' do
    2.times { expect(world.receive(share_url)).to match([200, include('ok' => true)]) }
    expect(world.control('GET', '/charges')['total']).to eq(1)
  end

  it 'costs nothing if its link has expired' do
    share_url
    world.control('POST', '/clock/advance', { days: 31 })
    status, answer = world.receive(share_url)
    expect([status, answer['error']['code']]).to eq([410, 'GONE'])
    expect(world.control('GET', '/charges')['total']).to eq(0)
  end

  it 'is announced by a signed event' do
    world.control('POST', '/organizations/producer/sink', { answer: 200 })
    secret = world.control('GET', '/organizations/producer/env')['env']['CONSENT_EVIDENCE_WEBHOOK_SECRET']
    share_url
    world.control('POST', '/clock/advance', {})
    headers, body = world.control('GET', '/arrivals')['arrivals'][0]['message'].values_at('headers', 'body')
    expect(World.signed?(secret, headers, body)).to be(true)
    expect(World.signed?(secret, headers, "#{body} ")).to be(false)
    expect(World.signed?('whsec_another', headers, body)).to be(false)
  end
end
