# A world of the fake for each worker of RSpec (parallel_tests), as it began for each example.
# Run it beside the fake:  consent-evidence mock exec -- rspec leads_spec.rb
require 'json'
require 'net/http'
require 'openssl'

class World
  attr_reader :env

  def initialize
    wanted = { name: "worker #{ENV['TEST_ENV_NUMBER']}", now: '2026-01-05T12:00:00Z', running: false }
    status, opened = World.send_json('POST', "#{ENV.fetch('CONSENT_EVIDENCE_CONTROL_URL')}/worlds", wanted)
    raise opened.to_s unless status == 200

    @env, @control_url = opened.values_at('env', 'controlUrl')
    control('POST', '/reset')
  end

  def control(method, path, body = nil)
    status, answer = World.send_json(method, @control_url + path, body)
    raise answer.to_s unless status == 200

    answer
  end

  def receive(share_url)
    World.send_json('POST', share_url, {}, @env.fetch('CONSENT_EVIDENCE_BUYER_API_KEY'))
  end

  # Sends JSON and returns the status and the JSON of the answer, whatever the status.
  def self.send_json(method, url, body, key = nil)
    uri = URI(url)
    request = Net::HTTP.const_get(method.capitalize).new(uri)
    request['Content-Type'] = 'application/json'
    request['X-API-Key'] = key if key
    request.body = JSON.generate(body) if body
    reply = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
    [reply.code.to_i, JSON.parse(reply.body)]
  end

  # Whether a delivery is the service's own, and not older than 300 seconds.
  def self.signed?(secret, headers, body)
    timestamp = headers.fetch('x-svc-timestamp')
    expected = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}.#{body}")}"
    recent = Time.now.to_i - timestamp.to_i <= 300
    recent && OpenSSL.secure_compare(headers.fetch('x-svc-signature'), expected)
  end
end
